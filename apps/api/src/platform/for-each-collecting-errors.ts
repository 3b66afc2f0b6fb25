import { localizedOf, messageOf, OutsideError } from '#libs/errors';
import { joined, type Message, message, withEnglish } from '#libs/messages';

interface Options<T> {
  /** What an item is called where its fault is reported. */
  readonly about?: (item: T) => string;
  /** No item is begun any more once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}
interface Fault {
  readonly thrown: unknown;
  /** Null: it needs no name. */
  readonly name: string | null;
}
/** Faults that are reported by their text; the rest are counted. */
const MAX_LISTED = 5;

/**
 * Does the work for one after the other; one that fails holds up none behind it.
 * @throws the fault, when all had their turn; OutsideError `several-faults` with the text of each, when there were more
 *   or they have names
 */
export async function forEachCollectingErrors<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  { about, signal }: Options<T> = {},
): Promise<void> {
  const faults: Fault[] = [];
  const tried = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (thrown) {
      faults.push({ thrown, name: about?.(item) ?? null });
    }
  };
  try {
    for await (const item of items) {
      if (signal?.aborted === true) break;
      await tried(item);
    }
  } catch (thrown) {
    faults.push({ thrown, name: null }); // the list of them broke off
  }
  if (faults.length > 0) throw together(faults);
}

function together(faults: readonly Fault[]): unknown {
  const [first] = faults;
  if (faults.length === 1 && first?.name === null) return first.thrown;
  const texts = new Map(
    faults.map((fault) => [`${fault.name ?? ''} ${messageOf(fault.thrown)}`, messageOfFault(fault)]),
  );
  const rest = texts.size > MAX_LISTED ? [message('job.and-more', { n: texts.size - MAX_LISTED })] : [];
  const remarks = joined([...[...texts.values()].slice(0, MAX_LISTED), ...rest]) ?? localizedOf(first?.thrown);
  return new OutsideError(withEnglish(remarks), { code: 'several-faults', cause: first?.thrown });
}

const messageOfFault = ({ thrown, name }: Fault): Message =>
  name === null ? localizedOf(thrown) : message('job.name-remark', { name, remark: localizedOf(thrown) });
