import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { NOT_CONVERTED } from './new-vod.js';

/** What a conversion sets in the row. */
type Conversion = Pick<VodEntity, 'convertAttempt' | 'mediaMs' | 'missingMs' | 'gaps' | 'clock'>;

/**
 * Resets the conversion, so that the same media can be converted again. The files of the last one stay valid until the
 * new ones replace them: `facts.converted` keeps its data until then.
 */
export function resetToRepeat(vod: VodEntity): void {
  const { convertAttempt, mediaMs, missingMs, gaps, clock } = vod;
  const converted = { convertAttempt, mediaMs, missingMs, gaps, clock } satisfies Conversion;
  const facts = vod.convertState === 'done' ? { ...vod.facts, converted } : vod.facts;
  Object.assign(vod, { ...NOT_CONVERTED, facts } satisfies Partial<VodEntity>);
}

/**
 * Resets the conversion because there are further media, which the present files lack. What follows a recording follows
 * again.
 */
export function resetForNewMedia(vod: VodEntity): void {
  const { stagesPlanned: _planned, ...facts } = withoutConverted(vod.facts);
  Object.assign(vod, { ...NOT_CONVERTED, facts } satisfies Partial<VodEntity>);
}

/**
 * Returns to the last conversion, because its repetition made no file. The caller has checked that its files are there.
 * @returns false if the VOD has none
 */
export function restoreConversion(vod: VodEntity): boolean {
  const converted = vod.facts['converted'] as Conversion | undefined;
  if (!converted) return false;
  const facts = withoutConverted(vod.facts);
  Object.assign(vod, { ...converted, convertState: 'done', convertReason: null, facts } satisfies Partial<VodEntity>);
  return true;
}

/** The facts once the files of an earlier conversion are replaced. */
export function withoutConverted({ converted: _converted, ...facts }: VodEntity['facts']): VodEntity['facts'] {
  return facts;
}
