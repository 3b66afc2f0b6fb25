import { type Item } from '../items/item.js';
import { clustersOf } from '../text/clusters.js';
import { type TextMeasurer } from '../text/text-measurer.js';
import { type Piece } from './flow.js';

/**
 * A unit of drawing: the text of one item with one direction and with either exact or estimated widths; or a box, or a
 * gap. `index`: position in reading order.
 */
export interface Run {
  readonly item: Item;
  readonly text: string;
  readonly level: number;
  readonly exact: boolean;
  readonly afterPicture: boolean;
  readonly index: number;
}

/** Splits the pieces of a line at each change of direction and between exact and estimated widths. */
export function runsOf(pieces: readonly Piece[], levels: Uint8Array, measurer: TextMeasurer): Run[] {
  const runs: Omit<Run, 'index'>[] = pieces.flatMap(({ item, from, to, at, afterPicture }): Omit<Run, 'index'>[] => {
    const level = levels[at] ?? 0;
    if (item.kind !== 'text') return [{ item, text: '', level, exact: true, afterPicture }];
    return byLevel(item.text.slice(from, to), levels.subarray(at, at + to - from)).flatMap((part, i) =>
      byExactness(part.text, (text) => measurer.advance(text, item).exact).map((e, j) => ({
        item,
        ...e,
        level: part.level,
        afterPicture: afterPicture && i === 0 && j === 0,
      })),
    );
  });
  return runs.map((run, index) => ({ ...run, index }));
}

function byLevel(text: string, levels: Uint8Array): { readonly text: string; readonly level: number }[] {
  const parts: { text: string; readonly level: number }[] = [];
  for (const [i, character] of text.split('').entries()) {
    const level = levels[i] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) last.text += character;
    else parts.push({ text: character, level });
  }
  return parts;
}

/** A space belongs to the preceding text, so that words of one script stay one run. */
function byExactness(
  text: string,
  isExact: (text: string) => boolean,
): { readonly text: string; readonly exact: boolean }[] {
  if (isExact(text)) return [{ text, exact: true }];
  const parts: { text: string; readonly exact: boolean }[] = [];
  for (const cluster of clustersOf(text)) {
    const last = parts.at(-1);
    if (last !== undefined && (cluster === ' ' || isExact(cluster) === last.exact)) last.text += cluster;
    else parts.push({ text: cluster, exact: isExact(cluster) });
  }
  return parts;
}
