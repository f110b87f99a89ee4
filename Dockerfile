# docker build -t waypost . && docker run -v waypost:/data -e WAYPOST_DISCORD__TOKEN waypost
# Settings: the environment, or -v ./config.toml:/config.toml:ro. PostgreSQL's tools are not in the image: run `backup`
# for PostgreSQL where pg_dump is installed.
FROM python:3.13-slim AS packages
COPY requirements/run.txt /run.txt
RUN python -m venv --without-pip /venv \
 && pip --python /venv/bin/python install --no-cache-dir --require-hashes --no-deps --only-binary :all: -r /run.txt
COPY bot /app/bot
COPY migrations /app/migrations
# Compiled here once: nobody may write there later, and every start would do it anew.
RUN python -m compileall -q /app

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home waypost \
 && install -d -o waypost -g waypost /data
COPY --from=packages /venv /venv
COPY --from=packages /app /app
COPY LICENSE /app/LICENSE
ENV PATH=/venv/bin:$PATH PYTHONPATH=/app PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 WAYPOST_LOG__FORMAT=json
USER waypost
# Paths in the settings start here, so that the default data/waypost.db and data/backups lie in the volume.
WORKDIR /
VOLUME /data
# No port: the bot leaves a sign of life in its database every 15 seconds, and this reads it.
HEALTHCHECK --interval=60s --timeout=15s --start-period=120s --retries=3 CMD ["python", "-m", "bot", "health"]
# SIGTERM finishes the transactions under way; migrations happen at start.
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
