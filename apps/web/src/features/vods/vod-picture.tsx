import { type Vod } from '#libs/contracts';
import { useState } from 'react';
import { siteUrl } from '../../lib/basepath.js';

/** A picture out of the VOD, when there is one. */
export function VodPicture({ vod }: { readonly vod: Vod }) {
  const [broken, setBroken] = useState(false);
  if (vod.thumbnail_url === null || broken) return null;
  return (
    <div className="vod-picture">
      <img
        src={siteUrl(vod.thumbnail_url)}
        alt=""
        loading="lazy"
        width={320}
        height={180}
        onError={() => {
          setBroken(true);
        }}
      />
    </div>
  );
}
