/** Tracks that start or end this much apart do not belong together: one of them is missing there. */
export const MAX_LEAD_S = 1;
/** A longer pause between the packets of a track is missing media. */
export const MAX_PAUSE_MS = 700;
