import { Film } from 'lucide-react';
import { useState } from 'react';

/** A picture of a site, as the server has it; a sign in its place where there is none. */
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
