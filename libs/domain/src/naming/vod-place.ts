import { type TemplateValues } from './render-template.js';
import { boundFolder, pathOfTemplate } from './path-of-template.js';

/** v0's default, for names and folders. */
export const DEFAULT_TEMPLATE = '{internalName}_{date}_{id}';

/**
 * What a VOD is called: `name` of its files without their ending, `folder` below that of its channel, `/` between,
 * empty for none.
 */
export interface VodPlace {
  readonly folder: string;
  readonly name: string;
}

interface Templates {
  readonly name: string;
  /** Empty: no folder but those of the name's own `/`. */
  readonly folder: string;
}

/**
 * The place of a VOD by its templates. A template that leaves nothing gives the name of the default one; never empty,
 * whatever the values are.
 */
export function vodPlace(templates: Templates, values: TemplateValues): VodPlace {
  return firstPlace([templates.name, DEFAULT_TEMPLATE], values, {
    otherwise: 'vod',
    below: pathOfTemplate(templates.folder, values),
  });
}

/**
 * The place by the first template that leaves something.
 * @returns a name of `otherwise` where none does; folders of `below` stand before its own
 */
export function firstPlace(
  templates: readonly string[],
  values: TemplateValues,
  { otherwise, below = [] }: { readonly otherwise: string; readonly below?: readonly string[] },
): VodPlace {
  const parts = templates.map((template) => pathOfTemplate(template, values)).find((found) => found.length > 0) ?? [];
  return { name: parts.at(-1) ?? otherwise, folder: boundFolder([...below, ...parts.slice(0, -1)]) };
}
