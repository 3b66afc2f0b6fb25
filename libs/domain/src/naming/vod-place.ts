import { type TemplateValues } from './render-template.js';
import { boundFolder, pathOfTemplate } from './path-of-template.js';

/** v0's default, for names and folders (server-behaviour 1.4). */
export const DEFAULT_TEMPLATE = '{internalName}_{date}_{id}';

/** What a VOD is called: `name` of its files without their ending, `folder` below that of its channel, `/` between, empty for none. */
export interface VodPlace { readonly folder: string; readonly name: string }

interface Templates { readonly name: string; /** Empty: no folder but those of the name's own `/`. */ readonly folder: string }

/** The place of a VOD by its templates. A template that leaves nothing gives the name of the default one; never empty, whatever the values are. */
export function vodPlace(templates: Templates, values: TemplateValues): VodPlace {
  const named = [templates.name, DEFAULT_TEMPLATE].map((t) => pathOfTemplate(t, values)).find((parts) => parts.length > 0) ?? ['vod'];
  const name = named.at(-1) ?? 'vod';
  return { name, folder: boundFolder([...pathOfTemplate(templates.folder, values), ...named.slice(0, -1)]) };
}
