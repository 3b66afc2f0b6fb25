/**
 * Everything set-up fetches by itself, pinned here and nowhere else. npm packages (Node and PostgreSQL among them) are
 * pinned by package-lock.json.
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

/** Oldest nats-server that is taken from PATH: 2.9 and 2.10 ignore `term(reason)` and `markerTTL`. */
export const NATS_LEAST = [2, 11];
