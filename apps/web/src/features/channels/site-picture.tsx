import { Film } from 'lucide-react';
import { useState } from 'react';

/** An image of a site from the server's copy; an icon if there is none. */
export function SitePicture({ src }: { readonly src: string }) {
  const [broken, setBroken] = useState(false);
  if (src === '' || broken)
    return (
      <span className="site-picture site-picture-none">
        <Film aria-hidden="true" size={22} />
      </span>
    );
  return (
    <span className="site-picture">
      <img
        src={src}
        alt=""
        width={320}
        height={180}
        loading="lazy"
        onError={() => {
          setBroken(true);
        }}
      />
    </span>
  );
}
