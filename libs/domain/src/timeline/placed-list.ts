import { type EpochInfo, type PlacedSegment } from './part-info.js';

/** A segment with its position: `at` is the wall clock of its first sample, ms since the Unix epoch. */
export interface Placed {
  readonly s: PlacedSegment;
  readonly at: number;
  readonly epoch: EpochInfo;
}

interface Item {
  readonly placed: Placed;
  /** Without a programme date-time, a segment is never later than another. */
  readonly time: number;
}
interface Block {
  items: Item[];
  earliest: number;
}

/** A full block is split. Of a day of segments, blocks and items of a block are then nearly as many. */
const BLOCK_ITEMS = 256;

/**
 * Segments in order, into which those of later parts are inserted. In blocks with their earliest time, so that a segment
 * finds its place without a look at each other one: there may be as many parts as segments.
 */
export class PlacedList {
  private readonly blocks: Block[] = [{ items: [], earliest: Infinity }];

  /**
   * Inserts the segments of a later part, which may fill gaps of earlier ones: by their programme date-times, each after
   * the last segment that is not later; without one, at the end. They keep their own order.
   */
  addPart(own: readonly Placed[]): void {
    let before = { block: 0, item: 0 };
    for (const placed of own) {
      const isDated = placed.s.pdtMs !== null;
      const place = isDated ? this.behindLastUpTo(placed.at) : this.end();
      const isBehind = place.block > before.block || (place.block === before.block && place.item > before.item);
      before = this.insert({ placed, time: isDated ? placed.at : -Infinity }, isBehind ? place : before);
    }
  }

  all(): Placed[] {
    return this.blocks.flatMap(({ items }) => items.map(({ placed }) => placed));
  }

  private end(): Place {
    const block = this.blocks.length - 1;
    return { block, item: this.blocks[block]?.items.length ?? 0 };
  }

  private behindLastUpTo(time: number): Place {
    const block = this.blocks.findLastIndex(({ earliest }) => earliest <= time);
    const items = this.blocks[block]?.items ?? [];
    return { block: Math.max(0, block), item: items.findLastIndex((item) => item.time <= time) + 1 };
  }

  /** @returns the place behind the new item */
  private insert(item: Item, place: Place): Place {
    const block = this.blocks[place.block];
    if (!block) return place;
    block.items.splice(place.item, 0, item);
    block.earliest = Math.min(block.earliest, item.time);
    const behind = { block: place.block, item: place.item + 1 };
    return block.items.length < BLOCK_ITEMS ? behind : this.split(block, behind);
  }

  private split(block: Block, behind: Place): Place {
    const half = BLOCK_ITEMS / 2;
    const rest = block.items.splice(half);
    block.earliest = earliestOf(block.items);
    this.blocks.splice(behind.block + 1, 0, { items: rest, earliest: earliestOf(rest) });
    return behind.item <= half ? behind : { block: behind.block + 1, item: behind.item - half };
  }
}

interface Place {
  readonly block: number;
  readonly item: number;
}

const earliestOf = (items: readonly Item[]): number =>
  items.reduce((earliest, { time }) => Math.min(earliest, time), Infinity);
