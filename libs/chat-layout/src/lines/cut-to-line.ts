import { type Item } from '../items/item.js';
import { clustersOf } from '../text/clusters.js';
import { type TextMeasurer } from '../text/text-measurer.js';
import { type Geometry } from '../style.js';
import { flowOf } from './flow.js';

const ELLIPSIS = '…';

/** As many items as fit in one line, the last text cut with an ellipsis. What fits stays as it is. */
export function cutToLine(items: readonly Item[], width: number, { geometry, measurer }: { readonly geometry: Geometry; readonly measurer: TextMeasurer }): readonly Item[] {
  const widthOf = (list: readonly Item[]): number => { const flow = flowOf(list, geometry, measurer); return flow.width(0, flow.text.length); };
  if (widthOf(items) <= width) return items;
  const kept: Item[] = [];
  for (const item of items) {
    if (widthOf([...kept, item]) <= width) { kept.push(item); continue; }
    if (item.kind !== 'text') return kept;
    let text = '';
    for (const cluster of clustersOf(item.text)) {
      if (widthOf([...kept, { ...item, text: text + cluster + ELLIPSIS }]) > width) break;
      text += cluster;
    }
    return [...kept, { ...item, text: text.trimEnd() + ELLIPSIS }];
  }
  return kept;
}
