# docker build -t bulkcheck .
# docker run --rm -v "$PWD:/data" bulkcheck --profile users.json data.jsonl.gz
FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends zlib1g-dev libpcre2-dev libisal-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
# The package names its samples and tests, so they must be there; they are not built.
COPY samples samples
COPY Tests Tests
# The command uses no macro: swift-syntax need not be built.
ENV BULKCHECK_WITHOUT_MACROS=1
RUN swift build -c release --product bulkcheck --static-swift-stdlib \
 && strip "$(swift build -c release --show-bin-path)/bulkcheck" -o /usr/local/bin/bulkcheck

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends zlib1g libpcre2-8-0 libisal2 libstdc++6 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/bulkcheck /usr/local/bin/bulkcheck
# Reports belong to whoever runs it: docker run --user "$(id -u):$(id -g)" …
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["bulkcheck"]
CMD ["--help"]
