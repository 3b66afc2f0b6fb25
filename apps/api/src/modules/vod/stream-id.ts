/** A broadcast has a second VOD, and more, when it goes on after the segments of the first were given up: each under the broadcast's id with a number. */
export const numberedStreamId = (broadcast: string, n: number): string => (n === 1 ? broadcast : `${broadcast}~${n}`);

/** The site's id of the broadcast that a VOD's `streamId` belongs to. */
export const broadcastOf = (streamId: string): string => streamId.split('~')[0] ?? '';
