# docker build -t bulkcheck .
# docker run --rm -v "$PWD:/data" bulkcheck --profile users.json data.jsonl.gz
FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
    zlib1g-dev libpcre2-dev libisal-dev libzstd-dev liblz4-dev libyaml-dev pkg-config nasm g++ make python3 dpkg-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift LICENSE CHANGELOG.md ./
COPY Sources Sources
COPY scripts scripts
COPY python python
# The package names its samples and tests, so they must be there; they are not built.
COPY samples samples
COPY Tests Tests
RUN scripts/package

# Nothing is installed here: the command needs only glibc.
FROM debian:bookworm-slim
COPY --from=build /source/.build-package/bulkcheck /usr/local/bin/bulkcheck
# Reports belong to the user who runs it: docker run --user "$(id -u):$(id -g)" …
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["bulkcheck"]
CMD ["--help"]
