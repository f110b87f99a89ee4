"""Everything the launcher shows: its HTML, its style, and the dressing of SimCord's own page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Final

LIMITS = (
    "A tab shows one channel as one person. There is no channel list (come back here) and no notification: "
    "a mention is drawn, but pings nobody.",
    "Messages live as long as this process. Campaigns, sheets, dice and the journal are in the database: "
    "after a restart, what waits for somebody is posted again, older messages are gone, and links to them "
    "lead nowhere.",
    "Everything happens right away and never fails. Discord’s delays, limits and outages aren’t simulated; "
    "the project’s tests do that.",
    "It looks roughly like Discord’s dark desktop app. Voice, typing, presence and "
    "the phone apps are missing.",
)

CSS = """
:root { color-scheme: light dark; --paper: #faf6ee; --card: #fffdf8; --ink: #26221c; --soft: #6a6153;
  --line: #e4dac8; --lamp: #96590a; --glow: #fbeccb; }
@media (prefers-color-scheme: dark) { :root { --paper: #17181d; --card: #202229; --ink: #ece6da;
  --soft: #a59d8f; --line: #34363f; --lamp: #f0b755; --glow: #35301f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 .8rem; }
p { margin: 0 0 .8rem; }
.lead { color: var(--soft); max-width: 42rem; }
.note { background: var(--glow); border-radius: .6rem; padding: .6rem .9rem; }
a { color: var(--lamp); }
a:focus-visible, button:focus-visible { outline: 3px solid var(--lamp); outline-offset: 2px; }
.try { list-style: none; counter-reset: step; margin: 0; padding: 0; display: grid; gap: .6rem; }
.try a { counter-increment: step; display: flex; gap: .9rem; align-items: center; padding: .8rem 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .8rem; color: inherit;
  text-decoration: none; }
.try a::before { content: counter(step); flex: none; width: 2rem; height: 2rem; border-radius: 50%;
  display: grid; place-items: center; background: var(--glow); color: var(--lamp); font-weight: 700; }
.try a:hover, .doors a:hover { border-color: var(--lamp); }
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .8rem; }
.person { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1rem; }
.person header { display: flex; gap: .8rem; align-items: center; margin-bottom: .8rem; }
.person img { width: 2.75rem; height: 2.75rem; border-radius: 50%; }
.person h3 { margin: 0; font-size: 1.05rem; line-height: 1.3; }
.person small { color: var(--soft); font-size: .9rem; }
a small { display: block; color: var(--soft); font-size: .85rem; line-height: 1.3; }
.doors { display: flex; flex-wrap: wrap; gap: .5rem; }
.doors a, button { min-height: 2.75rem; padding: .5rem .9rem; border-radius: .6rem; font: inherit;
  border: 1px solid var(--line); background: transparent; color: var(--lamp); text-decoration: none;
  display: inline-flex; align-items: center; overflow-wrap: anywhere; }
button { cursor: pointer; } button:hover { border-color: var(--lamp); }
form { display: flex; flex-wrap: wrap; gap: .5rem; }
.limits { margin: 0; padding-left: 1.2rem; color: var(--soft); max-width: 46rem; }
.limits li { margin-bottom: .4rem; }
"""

# SimCord's page is a test tool's workbench; a visitor wants the conversation.
HOUSE_CSS = """
#messages-sidebar, #messages-toggle, #drawer-scrim, #capture-open, #refresh, .session-menu,
.preview-brand { display: none !important; }
/* Discord draws an empty line between paragraphs; SimCord's page draws none in embeds. */
.embed-card .markdown-paragraph + .markdown-paragraph { margin-top: 1em; }
.house-door { padding: .6rem; font-weight: 600; text-decoration: none; color: inherit; white-space: nowrap; }
/* A hint that is longer than the line would push the send button off the screen. */
.channel-composer { grid-template-columns: minmax(0, 1fr); }
.composer-row, .command-row { min-width: 0; }
.send-message { flex: none; }
.command-context-text { white-space: normal; overflow-wrap: anywhere; }
.command-row .command-pill { max-width: 100%; }
@container preview (max-width: 440px) { .command-context { margin-inline: -7px; } }
a.thread-summary { text-decoration: none; }
a.thread-summary:hover { text-decoration: underline; }
.house-gone { position: fixed; inset: 0; z-index: 100; display: grid; place-content: center; gap: 1rem;
  padding: 1.5rem; background: #313338; color: #f2f3f5; text-align: center; font-size: 1rem; }
body:has(.house-gone) #action-status { visibility: hidden; }
.house-gone p { margin: 0; max-width: 26rem; }
.house-gone button, .house-gone a { display: inline-block; min-height: 44px; padding: .6rem 1.2rem;
  border: 0; border-radius: .4rem; background: #5865f2; color: #fff; font: inherit; text-decoration: none;
  cursor: pointer; }
.house-gone a { background: transparent; color: inherit; text-decoration: underline; }
@media (max-width: 760px) {
  .command-chip, .command-ghost { min-height: 44px; }
  .command-context-close { flex-basis: 28px; width: 28px; height: 28px; line-height: 28px; }
  .send-message { min-width: 44px; min-height: 44px; margin-bottom: 0; }
  .preview-shell { --toolbar-height: 52px; }
  .preview-toolbar { flex-wrap: nowrap; }
  #inspector-toggle { display: none; }
  #action-status { flex: 1 1 0; }
}
"""

# What a Discord client does and SimCord's page does not: it opens at the newest message and stays there, a
# link to a message leads to the message, Enter sends a command whose last option was picked from a list, and
# a tab comes back by itself when the server does. And switching the person goes to that person's seat, so
# that the address, the title and a reload agree.
HOUSE_JS = """
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
"""

# The same inside SimCord's own scripts, where nothing outside can reach: (what stands there, what we serve).
MENDED: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "/commands.js": (
        # Discord asks for suggestions as soon as an option is entered, not only once something is typed.
        (
            "const choices = "
            "autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current)) || [];",
            "const known = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current));\n"
            "            if (!known) queryAutocomplete(option, current);\n"
            "            const choices = known || [];",
        ),
        # What is suggested may depend on the other options, so an answer is good for this draft only.
        (
            "JSON.stringify([commandDraft.commandId, commandDraft.path, commandDraft.schemaFingerprint,",
            "JSON.stringify([commandDraft.commandId, commandDraft.version, commandDraft.path, "
            "commandDraft.schemaFingerprint,",
        ),
        (
            '"Loading options failed" : "No options match"',
            '"Loading options failed"\n      : autocomplete.state === "loading" && autocomplete.option === '
            'currentDraft().focused ? "Loading options …" : "No options match"',
        ),
        (
            '"command-popup-heading", heading)',
            '"command-popup-heading", heading.replace(/ MATCHING $/, ""))',
        ),
        # A picked suggestion shows its name; what is sent is its value.
        (
            'String(value?.raw ?? "");\n        const resize',
            'String(value?.label ?? value?.raw ?? "");\n        const resize',
        ),
        # The list of options that may be added picks none by itself: Enter sends.
        ("if (listItems.length) suggestionListbox", "if (listItems.length && !optional) suggestionListbox"),
    ),
    "/messages.js": (
        # A thread opens where it is named.
        ('"div",\n    "thread-summary"', '"a",\n    "thread-summary"'),
        ("  if (thread.archived) summary", "  summary.href = thread.id;\n  if (thread.archived) summary"),
    ),
}


@dataclass(frozen=True)
class Door:
    """A link that opens one seat."""

    label: str
    address: str
    # Where it leads, or which game is played there.
    small: str = ""


@dataclass(frozen=True)
class Person:
    """One card of the launcher."""

    name: str
    calling: str
    picture: str
    doors: tuple[Door, ...]


def launcher(people: list[Person], suggestions: list[Door], now: datetime, token: str, note: str = "") -> str:
    """The first page; `token` shows that what its form asks for comes from here."""
    steps = "".join(f"<li>{_link(step)}</li>" for step in suggestions)
    cards = "".join(_card(person) for person in people)
    limits = "".join(f"<li>{escape(limit)}</li>" for limit in LIMITS)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waypost sandbox</title><link rel="stylesheet" href="/launcher.css">
<body><main>
<h1>The Lantern Inn</h1>
<p class="lead">This is Waypost, the bot itself, in a simulated Discord on this computer. No account,
no token, and nothing leaves the machine. Everything you do is kept: stop with Ctrl+C and come back any
time.</p>
{f'<p class="note" role="status">{escape(note)}</p>' if note else ""}
<h2>Things to try</h2><ol class="try">{steps}</ol>
<h2>Sit down as …</h2>
<p class="lead">Each link opens its own tab, so you can play several people side by side.</p>
<div class="people">{cards}</div>
<h2>Let time pass</h2>
<p class="lead">In here it is <strong>{now:%A}, {now.day} {now:%B %Y, %H:%M} UTC</strong>.
A turn lasts days, but you don’t have to wait.</p>
<form method="post" action="/travel"><input type="hidden" name="token" value="{escape(token)}">
<button name="hours" value="1">One hour</button><button name="hours" value="24">One day</button>
<button name="hours" value="168">One week</button></form>
<h2>What’s missing in a simulated Discord</h2><ul class="limits">{limits}</ul>
</main></body></html>"""


def mended(path: str, text: str) -> str:
    """One of SimCord's files as we serve it."""
    for theirs, ours in MENDED.get(path, ()):
        text = text.replace(theirs, ours, 1)
    return text


def dress(page: str, title: str) -> str:
    """SimCord's page under a title that tells one tab from another, with a way back."""
    brand, module = '<div class="preview-brand">', '<script type="module" src="/app.js">'
    for theirs, ours in (
        ("<title>SimCord Preview</title>", f"<title>{escape(title)} · Waypost</title>"),
        ("</head>", '<link rel="stylesheet" href="/house.css"></head>'),
        (brand, f'<a class="house-door" href="/">‹ Seats</a>{brand}'),
        (module, f'<script src="/house.js"></script>{module}'),
    ):
        page = page.replace(theirs, ours, 1)
    return page


def _link(door: Door) -> str:
    small = f"<small>{escape(door.small)}</small>" if door.small else ""
    return f'<a href="{escape(door.address)}" target="_blank"><span>{escape(door.label)}{small}</span></a>'


def _card(person: Person) -> str:
    doors = "".join(_link(door) for door in person.doors)
    return (
        f'<article class="person"><header><img src="{escape(person.picture)}" alt="">'
        f"<div><h3>{escape(person.name)}</h3><small>{escape(person.calling)}</small></div></header>"
        f'<nav class="doors" aria-label="{escape(person.name)}">{doors}</nav></article>'
    )
