import { useState } from 'react';
import { hueOf } from '../../lib/format.js';
import './avatar.css';

interface AvatarProps {
  readonly name: string;
  readonly picture?: string;
  readonly state?: 'rec' | 'live' | 'none';
  readonly stateLabel?: string;
  readonly large?: boolean;
}

/** The first letter as a user sees it: a flag or a composed syllable stays whole. */
function initialOf(name: string): string {
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment.toUpperCase();
  return '';
}

/** A channel's image, or its first letter on the channel's colour. */
export function Avatar({ name, picture = '', state = 'none', stateLabel = '', large = false }: AvatarProps) {
  const [broken, setBroken] = useState('');
  return (
    <span className={`avatar${large ? ' avatar-large' : ''}`} style={{ '--hue': hueOf(name) }}>
      {picture !== '' && broken !== picture ? (
        <img
          src={picture}
          alt=""
          onError={() => {
            setBroken(picture);
          }}
        />
      ) : (
        <span aria-hidden="true">{initialOf(name)}</span>
      )}
      {state !== 'none' && <i className={`avatar-${state}`} role="img" aria-label={stateLabel} />}
    </span>
  );
}
