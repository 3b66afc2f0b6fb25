import { type Item, type TextItem } from '../items/item.js';
import { clustersOf } from '../text/clusters.js';
import { type TextMeasurer } from '../text/text-measurer.js';
import { type Geometry } from '../style.js';
import { flowOf, textWidth } from './flow.js';

const ELLIPSIS = '…';

/** The items that fit on one line; if they do not all fit, the last text is truncated with an ellipsis. */
export function cutToLine(
  items: readonly Item[],
  width: number,
  measuring: { readonly geometry: Geometry; readonly measurer: TextMeasurer },
): readonly Item[] {
  const { geometry, measurer } = measuring;
  const widths = items.map((item) => {
    const flow = flowOf([item], geometry, measurer);
    return flow.width(0, flow.text.length);
  });
  let used = 0;
  for (const [i, item] of items.entries()) {
    used += widths[i] ?? 0;
    if (used <= width) continue;
    const retained = items.slice(0, i);
    return item.kind === 'text' ? [...retained, cutText(item, width - used + (widths[i] ?? 0), measuring)] : retained;
  }
  return items;
}

/** Measures each cluster only once, because the widths of clusters add up. */
function cutText(
  item: TextItem,
  width: number,
  { geometry, measurer }: { readonly geometry: Geometry; readonly measurer: TextMeasurer },
): TextItem {
  const widthOf = (text: string): number => textWidth(item, text, { geometry, measurer, afterPicture: false });
  let left = width - widthOf(ELLIPSIS);
  let text = '';
  for (const cluster of clustersOf(item.text)) {
    left -= widthOf(cluster);
    if (left < 0) break;
    text += cluster;
  }
  return { ...item, text: text.trimEnd() + ELLIPSIS };
}
