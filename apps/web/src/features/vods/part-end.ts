import { PART_END_CAUSES, type PartEndCause, type PartView } from '#libs/contracts';

/** The wire says `string`, so that an older page survives a newer server. */
export const isPartEnd = (cause: string | null): cause is PartEndCause => PART_END_CAUSES.some((c) => c === cause);

/**
 * Whether something may be missing at the end that no gap tells of. Behind an earlier part the next one tells what is
 * missing.
 *
 * @param parts in their order
 */
export const isEndUnread = (parts: readonly Pick<PartView, 'cause'>[]): boolean => parts.at(-1)?.cause === 'unreadable';
