import { boxArt } from '../helix/pictures.js';
import type { Category } from '../world.js';
import type { GqlContext } from './gql-context.js';

export interface SizeArgs {
  readonly width?: number | null;
  readonly height?: number | null;
}

/** A picture's address in a wanted size; as it is where none is wanted and none is usual. */
export const sized = (
  template: string,
  { width, height }: SizeArgs,
  usual: { readonly width: number; readonly height: number } | null,
): string =>
  (width ?? usual)
    ? template.replace('{width}', String(width ?? usual?.width)).replace('{height}', String(height ?? usual?.height))
    : template;

/** A category. */
export function gameOf(category: Category | null, { exchange }: GqlContext): object | null {
  if (!category) return null;
  const { id, name } = category;
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { id, name, displayName: name, slug, boxArtURL: (size: SizeArgs) => sized(boxArt(exchange, id), size, null) };
}
