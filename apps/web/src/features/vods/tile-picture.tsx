import { type Vod } from '#libs/contracts';
import { useState } from 'react';
import { siteUrl } from '../../lib/basepath.js';
import { hueOf } from '../../lib/format.js';

/** A picture out of the recording, or a quiet ground in the channel's own colour until there is one. */
export function TilePicture({ vod }: { readonly vod: Vod }) {
  const [broken, setBroken] = useState('');
  const url = vod.thumbnail_url;
  if (url !== null && broken !== url)
    return (
      <img
        src={siteUrl(url)}
        alt=""
        onError={() => {
          setBroken(url);
        }}
      />
    );
  return <span className="tile-ground" style={{ '--hue': hueOf(vod.streamer_name) }} aria-hidden="true" />;
}
