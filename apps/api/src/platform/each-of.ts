import { localizedOf, messageOf, OutsideError } from '#libs/errors';
import { joined, type Message, message } from '#libs/messages';

interface Options<T> {
  /** What an item is called where its fault is told. */
  readonly about?: (item: T) => string;
  /** No item is begun any more once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}
interface Fault {
  readonly thrown: unknown;
  /** Null: it needs no name. */
  readonly name: string | null;
}
/** Faults that are told by their text; the rest are counted. */
const MOST_TOLD = 5;

/**
 * Does the work for one after the other; one that fails holds up none behind it.
 * @throws the fault, when all had their turn; OutsideError `several-faults` with the text of each, when there were more
 *   or they have names
 */
export async function eachOf<T>(
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
  const rest = texts.size > MOST_TOLD ? [message('job.and-more', { n: texts.size - MOST_TOLD })] : [];
  const remarks = joined([...[...texts.values()].slice(0, MOST_TOLD), ...rest]) ?? '';
  return new OutsideError(message('error.several-faults', { faults: remarks }), { cause: first?.thrown });
}

const messageOfFault = ({ thrown, name }: Fault): Message =>
  name === null ? localizedOf(thrown) : message('job.name-remark', { name, remark: localizedOf(thrown) });
