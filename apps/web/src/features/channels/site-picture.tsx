import { useState } from 'react';
import { thumbnailOf } from './site-items.js';

const SIZE = [320, 180] as const;

/** The site's own thumbnail; a quiet ground where there is none. */
export function SitePicture({ template }: { readonly template: string }) {
  const [broken, setBroken] = useState(false);
  return <span className="site-picture">{template !== '' && !broken && <img src={thumbnailOf(template, SIZE)} alt="" width={SIZE[0]} height={SIZE[1]} loading="lazy" referrerPolicy="no-referrer" onError={() => { setBroken(true); }} />}</span>;
}
