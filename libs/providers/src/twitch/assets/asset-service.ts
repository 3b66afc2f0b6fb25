import { type ChatAssetSource } from '../../kit/chat-source.js';

/** One list of pictures that can be away without the others. */
export interface AssetService {
  /** As the operator reads it in `<name> could not be had: ...`. */
  readonly name: string;
  load(signal: AbortSignal): Promise<readonly ChatAssetSource[]>;
}
