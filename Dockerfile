# One image for any service: docker build --build-arg SERVICE=ticket .
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev && node scripts/build.mjs && npm prune --omit=dev

FROM node:24-slim
ARG SERVICE
WORKDIR /app
COPY --from=build /app /app
# A fixed name, so that node itself is process 1 and gets the signals: a shell would keep them.
RUN test -n "$SERVICE" && ln -s "apps/$SERVICE" service
# A volume that is mounted here gets its owner.
RUN install -d -m 700 -o 10001 /files
ENV NODE_ENV=production
USER 10001
CMD ["node", "--import", "./scripts/obey-signals.mjs", "service/dist/main.js"]
