import { boxArt } from '../helix/pictures.js';
import type { Category } from '../world.js';
import type { GqlContext } from './gql-context.js';

export interface SizeArgs {
  readonly width?: number | null;
  readonly height?: number | null;
}

/** An image's address with the requested or default size filled in; unchanged if there is neither. */
export const sized = (
  template: string,
  { width, height }: SizeArgs,
  usual: { readonly width: number; readonly height: number } | null,
): string =>
  (width ?? usual)
    ? template.replace('{width}', String(width ?? usual?.width)).replace('{height}', String(height ?? usual?.height))
    : template;

/** A category as a GQL object. */
export function gameOf(category: Category | null, { exchange }: GqlContext): object | null {
  if (!category) return null;
  const { id, name } = category;
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { id, name, displayName: name, slug, boxArtURL: (size: SizeArgs) => sized(boxArt(exchange, id), size, null) };
}
