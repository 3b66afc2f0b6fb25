import { clustersOf } from '../text/clusters.js';
import { lineBreaks } from '../text/line-breaks.js';
import { type Flow } from './flow.js';

/** One line as a range of the flow, without trailing spaces. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Breaks a flow into lines, greedily, at the break opportunities of UAX 14. A piece that is wider than a line is broken
 * between clusters, with at least one cluster on each line, so that the loop terminates at every font size.
 * @param width px; may be smaller than any item in the flow
 * @returns lines that do not overlap, in order; one empty line for an empty flow
 */
export function breakLines(flow: Flow, width: number): LineRange[] {
  const lines: LineRange[] = [];
  let from = 0;
  let end = 0;
  let used = 0;
  const close = (next: number): void => {
    lines.push({ from, to: trimmedEnd(flow.text, from, end) });
    from = next;
    used = 0;
  };
  let start = 0;
  for (const position of lineBreaks(flow.text)) {
    const textEnd = trimmedEnd(flow.text, start, position);
    const need = flow.width(start, textEnd);
    if (used + need > width && used > 0) close(start);
    if (need > width) {
      const cuts = cutPositions(flow, { from: start, to: textEnd }, width);
      for (const cut of cuts) {
        end = cut;
        close(cut);
      }
      used = flow.width(from, position);
    } else used += flow.width(start, position);
    end = position;
    start = position;
  }
  close(end);
  return lines;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text[end - 1] === ' ') end--;
  return end;
}

/** Positions at which to cut a piece that is wider than a line; the end of the last part is not included. */
function cutPositions(flow: Flow, { from, to }: LineRange, width: number): number[] {
  const cuts: number[] = [];
  let at = from;
  let used = 0;
  for (const cluster of clustersOf(flow.text.slice(from, to))) {
    const need = flow.width(at, at + cluster.length);
    if (used > 0 && used + need > width) {
      cuts.push(at);
      used = 0;
    }
    used += need;
    at += cluster.length;
  }
  return cuts;
}
