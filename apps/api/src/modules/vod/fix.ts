import { type VodEntity } from './vod.entity.js';

/** One thing that can be wrong with a VOD. `run` mends it where it is so, and may be repeated. @returns whether anything was mended */
export interface Fix { readonly name: string; run(vod: VodEntity): Promise<boolean> }
