# One image for any process, with its workspace and production dependencies alone (docs/adr/0027-images.md):
#   docker build --build-arg SERVICE=ticket -t localhost/parley/ticket .
#   buildah bud --build-arg SERVICE=ticket -t localhost/parley/ticket .
# SERVICE is gateway, a service, or `operations` (migrations and operator commands).
# A release resolves the digest of this base once, and builds all images with NODE_IMAGE=name:tag@digest (docs/adr/0034-releases.md).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev --ignore-scripts && npm run build

FROM build AS image
ARG SERVICE
RUN node scripts/build/image.mjs "$SERVICE" /image

# The list of the packages alone: --target sbom --output DIRECTORY
FROM scratch AS sbom
COPY --from=image /image/app/sbom.cdx.json /

# With the libraries that node needs, and no shell.
FROM scratch
COPY --from=image /image /
WORKDIR /app
# The heap is a share of the memory limit of the container. Node.js before 24 lacks the option: with such a NODE_IMAGE pass
# --build-arg HEAP=--max-old-space-size=384, in MiB.
ARG HEAP=--max-old-space-size-percentage=75
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production NODE_OPTIONS=$HEAP
USER 10001:10001
# Node itself is process 1 and gets the signals: a shell would keep them.
CMD ["node", "--import", "./obey-signals.mjs", "main.mjs"]
