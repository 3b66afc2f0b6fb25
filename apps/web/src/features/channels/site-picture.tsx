import { Film } from 'lucide-react';
import { useState } from 'react';
import { thumbnailOf } from './site-items.js';

const SIZE = [320, 180] as const;

/** The site's own thumbnail; a sign in its place where there is none. */
export function SitePicture({ template }: { readonly template: string }) {
  const [broken, setBroken] = useState(false);
  if (template === '' || broken) return <span className="site-picture site-picture-none"><Film aria-hidden="true" size={22} /></span>;
  return <span className="site-picture"><img src={thumbnailOf(template, SIZE)} alt="" width={SIZE[0]} height={SIZE[1]} loading="lazy" referrerPolicy="no-referrer" onError={() => { setBroken(true); }} /></span>;
}
