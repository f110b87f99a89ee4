// What a Discord client does and SimCord's page does not: it opens at the newest message and stays there, a
// link to a message leads to the message, Enter sends a command whose last option was picked from a list, and
// a tab comes back by itself when the server does. And switching the person goes to that person's seat, so
// that the address, the title and a reload agree.
const viewer = document.getElementById("viewer-picker");
const timeline = document.getElementById("channel-timeline");
const wanted = new URLSearchParams(location.search).get("message");
let follows = !wanted;

const focusOn = (message) => {
  follows = false;
  document.getElementById("message-exact-id").value = message;
  document.getElementById("message-exact-form").requestSubmit();
};

viewer.addEventListener("change", (event) => {
  event.stopImmediatePropagation();
  location.assign(`/as/${viewer.value}/${location.pathname.split("/")[3]}`);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="https://discord.com/channels/"]');
  if (!link) return;
  event.preventDefault();
  const [channel, message] = new URL(link.href).pathname.split("/").slice(3);
  if (message && document.querySelector(`[data-message-id="${CSS.escape(message)}"]`)) focusOn(message);
  else location.assign(`/as/${viewer.value}/${channel}${message ? `?message=${message}` : ""}`);
}, true);

const waiting = wanted && setInterval(() => {
  if (!window.simcordPreview?.ready) return;
  clearInterval(waiting);
  focusOn(wanted);
}, 100);

// SimCord's page puts its own idea of the place right some frames later; that is a scroll too.
const isNear = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 80;
const follow = () => { if (follows) timeline.scrollTop = timeline.scrollHeight; };
timeline.addEventListener("scroll", follow, { passive: true });
timeline.addEventListener("scrollend", () => { follows ||= isNear(); });
const resized = new ResizeObserver(follow);
resized.observe(timeline);
resized.observe(document.getElementById("channel-message-list"));

// Until the visitor's own hand moves away from there.
for (const hand of ["wheel", "touchmove", "keydown"]) {
  timeline.addEventListener(hand, () => {
    follows = false;
    setTimeout(() => { follows ||= isNear(); }, 250);
  }, { passive: true });
}
timeline.addEventListener("pointerdown", (event) => { if (event.target === timeline) follows = false; });
document.getElementById("new-messages").addEventListener("click", () => { follows = true; });

// Picking an option redraws the command, and nothing has the focus.
document.addEventListener("keydown", (event) => {
  const composer = document.getElementById("channel-composer");
  if (event.key !== "Enter" || document.activeElement !== document.body) return;
  if (!composer.querySelector(".command-row")) return;
  event.preventDefault();
  composer.requestSubmit();
});

// A page that is drawn anew between the finger's down and up swallows the press: then it is made on the button
// that took the place of the one under the finger. What can't be made is said where the eye is.
let held = null;
const pressed = (event) => event.target.closest?.("#channel-message-list button.component-button");
const homeOf = (button) => button.closest("[data-message-id]")?.dataset.messageId;

const tell = (text, at) => {
  document.querySelector(".house-lost")?.remove();
  const lost = Object.assign(document.createElement("p"), { className: "house-lost", textContent: text });
  lost.setAttribute("role", "status");
  lost.style.top = `${Math.max(60, Math.min(at.clientY - 70, innerHeight - 140))}px`;
  document.body.append(lost);
  setTimeout(() => lost.remove(), 6000);
};

document.addEventListener("pointerdown", (event) => {
  const button = pressed(event);
  held = button && { button, label: button.textContent, message: homeOf(button), at: event };
  if (button?.disabled || button?.getAttribute("aria-disabled") === "true") {
    held = null;
    tell("That press didn’t count: another one is still on its way.", event);
  }
}, true);

document.addEventListener("pointerup", (event) => {
  const before = held;
  held = null;
  const isMoved = before && Math.hypot(event.clientX - before.at.clientX, event.clientY - before.at.clientY) > 24;
  if (!before || before.button.isConnected || isMoved) return;
  const buttons = [...document.querySelectorAll("#channel-message-list button.component-button")];
  const now = buttons.find((each) => homeOf(each) === before.message && each.textContent === before.label);
  if (now && !now.disabled) now.click();
  else tell("That press didn’t count: the message changed just then. Look again.", event);
}, true);

let refused = null;
const listen = () => {
  const last = window.simcordPreview?.lastAction;
  if (last?.rejected && last.requestId !== refused) {
    refused = last.requestId;
    tell("That press didn’t count. Press once more.", { clientY: innerHeight / 2 });
  }
  setTimeout(listen, 300);
};
listen();

// A tab whose sandbox ended says so, and opens itself again in the next one: only the visit in its address
// names the old one. A reload that doesn't help isn't repeated at once.
const RELOADED = "house-reloaded", TOO_SOON = 10000, TICK = 1000;
let wasOpen = false, misses = 0, gone = null;

const again = () => {
  const query = new URLSearchParams(location.search);
  query.delete("visit");
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.replace(`${location.pathname}${query.size ? `?${query}` : ""}`);
};

const say = (text) => {
  if (!gone) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
    button.addEventListener("click", again);
    const seats = Object.assign(document.createElement("a"), { href: "/", textContent: "All seats" });
    gone = Object.assign(document.createElement("section"), { className: "house-gone" });
    gone.setAttribute("role", "alert");
    gone.append(document.createElement("p"), button, seats);
    document.body.append(gone);
  }
  if (gone.firstChild.textContent !== text) gone.firstChild.textContent = text;
};

const hush = () => {
  gone?.remove();
  gone = null;
};

const watch = async () => {
  const seen = window.simcordPreview;
  wasOpen ||= Boolean(seen?.authorized);
  const isBroken = seen?.diagnostics.some((each) => each.code === "bootstrap-failed");
  const isOver = wasOpen ? !seen.authorized : isBroken;
  if (!isOver && !["error", "uncertain"].includes(seen?.transport.state)) return hush();
  const seat = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null);
  misses = seat ? 0 : misses + 1;
  if (misses > 1) return say("The sandbox isn’t running. Start it again, and this tab comes back by itself.");
  if (!seat) return;
  if (!seat.ok) return say("This channel isn’t in the sandbox anymore.");
  if (!isOver) return hush();
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) > TOO_SOON) again();
  else say("The sandbox was started again. Reload this tab to go on.");
};

const watching = () => watch().finally(() => setTimeout(watching, TICK));
watching();
