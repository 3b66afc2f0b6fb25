import { type FoundStorage } from '#libs/storage';
import { type KnownStorage } from '../../persistence/repositories/storage-identity.repository.js';

/**
 * `use`: use only the storage with this id. `claim`: make the found folder or bucket the storage permanently. `refuse`:
 * it is not a storage, and this installation had one.
 */
type Choice = { readonly do: 'use'; readonly id: string } | { readonly do: 'claim' } | { readonly do: 'refuse' };

interface StorageQuestion {
  readonly known: KnownStorage;
  /** Id that an API with another database last announced to the workers; null if none did. */
  readonly announced: string | null;
  readonly found: FoundStorage;
  /** Whether this installation has recorded before. Then it has a storage, even if its id is unknown. */
  readonly hasVods: boolean;
}

/**
 * Chooses the storage of the installation. Using the empty folder under an unmounted disk hides new recordings and
 * fills the system disk. Refusing a storage that was intended only costs one command. So an empty storage is used only
 * before the first recording, or on the operator's command.
 */
export function chooseStorage({ known, announced, found, hasVods }: StorageQuestion): Choice {
  if (known.kind === 'id') return { do: 'use', id: known.id };
  if (known.kind === 'new' && announced !== null) return { do: 'use', id: announced };
  if (found.kind === 'named') return { do: 'use', id: found.id };
  if (found.kind === 'unnamed' || known.kind === 'undecided' || !hasVods) return { do: 'claim' };
  return { do: 'refuse' };
}
