import type { SourceSpec } from './source-spec.js';

const WRONG = 7;
const OVERFLOW_S = '204963823041217.217';
const OVERFLOW_TARGET = '204963823041218';

/** One overflow of 64 bits, also as target duration while it is listed. */
export const durationOverflow = (): SourceSpec => ({
  name: '12-overflow',
  list: (text) => {
    const wrong = text.replace(`#EXTINF:2.000,\nc${String(WRONG)}.ts`, `#EXTINF:${OVERFLOW_S},\nc${String(WRONG)}.ts`);
    return wrong === text ? text : wrong.replace('TARGETDURATION:2', `TARGETDURATION:${OVERFLOW_TARGET}`);
  },
});

/** Every segment is listed with ten times its length. */
export const durationsAllWrong = (): SourceSpec => ({ name: '12-all-wrong', durationOf: () => 20 });
