import { PART_END_CAUSES, type PartEndCause } from '#libs/contracts';

/** The wire says `string`, so that an older page survives a newer server. */
export const isPartEnd = (cause: string | null): cause is PartEndCause => PART_END_CAUSES.some((c) => c === cause);
