import { useState } from 'react';
import './box-art.css';

/** Box art of a category, 140x190, drawn small; nothing if there is none or it cannot be loaded. */
export function BoxArt({ url, size }: { readonly url: string | null; readonly size: 'small' | 'normal' }) {
  const [broken, setBroken] = useState('');
  if (url === null || url === '' || broken === url) return null;
  return (
    <img
      className={`box-art box-art-${size}`}
      src={url}
      alt=""
      loading="lazy"
      width={140}
      height={190}
      onError={() => {
        setBroken(url);
      }}
    />
  );
}
