# docker build -t waypost .
# docker run -d --name waypost --restart unless-stopped -v waypost:/data -e WAYPOST_DISCORD__TOKEN waypost
# Settings: the environment, or -v ./config.toml:/config.toml:ro. PostgreSQL's tools are not in the image: run `backup`
# for PostgreSQL where pg_dump is installed.
# The base is pinned by the digest of its index for every platform, so that each build gets the same. To renew it:
# docker buildx imagetools inspect python:3.13-slim-trixie, then put the digest it names, and the full version, below.
FROM python:3.13.16-slim-trixie@sha256:70729b46c69b4f1e97c4822c1af3df53a1476cf5ddc6c087c0c10bc3a5678c2f AS base

FROM base AS packages
COPY requirements/run.txt /run.txt
RUN python -m venv --without-pip /venv \
 && pip --python /venv/bin/python install --no-cache-dir --require-hashes --no-deps --only-binary :all: -r /run.txt
COPY bot /app/bot
COPY migrations /app/migrations
# Compiled here once: nobody may write there later, and every start would do it anew.
RUN python -m compileall -q /app

FROM base
# By number, as a host can check that this is not root; a volume of an earlier image is of the same user. The name is
# for what asks for one.
RUN groupadd --system --gid 10001 waypost \
 && useradd --system --uid 10001 --gid 10001 --no-create-home waypost \
 && install -d -o 10001 -g 10001 /data
COPY --from=packages /venv /venv
COPY --from=packages /app /app
COPY LICENSE /app/LICENSE
ENV PATH=/venv/bin:$PATH PYTHONPATH=/app PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 WAYPOST_LOG__FORMAT=json
USER 10001:10001
# Paths in the settings start here, so that the default data/waypost.db and data/backups lie in the volume.
WORKDIR /
VOLUME /data
# No port: the bot leaves a sign of life in its database every 15 seconds, and this reads it.
HEALTHCHECK --interval=60s --timeout=15s --start-period=120s --retries=3 CMD ["python", "-m", "bot", "health"]
# SIGTERM finishes the transactions under way; migrations happen at start.
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
