/**
 * Versions of everything that set-up fetches by itself. package-lock.json pins the npm packages (including Node and
 * PostgreSQL). The lists in requirements/ have the same versions with their dependencies and checksums; make them anew,
 * for `sites` with the lines `streamlink==...` and `yt-dlp==...`, by: `uv pip compile --universal --python-version 3.11
 * --generate-hashes --no-header --no-annotate -o sites.txt sites.in`. Go checks versitygw against sum.golang.org.
 */
export const VERSIONS = {
  natsServer: '2.15.1',
  streamlink: '8.6.3',
  ytDlp: '2026.10.26',
  /** an S3 server, for tests and benches only */
  versitygw: 'v1.8.0',
  /** builds versitygw where the machine has no Go */
  goBin: '1.26.6',
};

/** yt-dlp needs it. @type {readonly [number, number]} */
export const PYTHON_MIN_VERSION = [3, 11];

/** Oldest nats-server that Vodkeep uses from PATH: 2.9 and 2.10 ignore `term(reason)` and `markerTTL`. */
export const NATS_MIN_VERSION = [2, 11];
