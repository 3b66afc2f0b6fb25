import { type TemplateValues } from './render-template.js';
import { boundFolder, pathOfTemplate } from './path-of-template.js';

/** v0's default, for names and folders. */
export const DEFAULT_TEMPLATE = '{internalName}_{date}_{id}';

/**
 * File name and folder of a VOD. `name`: without extension; `folder`: below the channel's folder, separated by `/`, may
 * be empty.
 */
export interface VodPlace {
  readonly folder: string;
  readonly name: string;
}

interface Templates {
  readonly name: string;
  /** Empty: only the folders from `/` in the name template. */
  readonly folder: string;
}

/**
 * The place of a VOD by its templates. If a template renders to nothing, the default template gives the name; never
 * empty, whatever the values are.
 */
export function vodPlace(templates: Templates, values: TemplateValues): VodPlace {
  return firstPlace([templates.name, DEFAULT_TEMPLATE], values, {
    otherwise: 'vod',
    below: pathOfTemplate(templates.folder, values),
  });
}

/**
 * The place by the first template that does not render to nothing.
 * @returns the name `otherwise` if all render to nothing; the folders of `below` come before those of the name
 */
export function firstPlace(
  templates: readonly string[],
  values: TemplateValues,
  { otherwise, below = [] }: { readonly otherwise: string; readonly below?: readonly string[] },
): VodPlace {
  const parts = templates.map((template) => pathOfTemplate(template, values)).find((found) => found.length > 0) ?? [];
  return { name: parts.at(-1) ?? otherwise, folder: boundFolder([...below, ...parts.slice(0, -1)]) };
}
