/** The event loop of a service that does not answer for this time is blocked. */
export const SILENT_LIMIT_MS = 15_000;
