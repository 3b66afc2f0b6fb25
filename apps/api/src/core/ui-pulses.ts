import { Bus } from '#libs/bus';
import { PULSES } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type UiChange, type UiBus } from '../realtime/ports.js';

/** The realtime door's view of the bus. */
@Injectable()
export class UiPulses implements UiBus {
  constructor(private readonly bus: Bus) {}

  changed(change: UiChange): void {
    this.bus.pulse(PULSES.uiChanged, change);
  }

  onChanged(listener: (change: UiChange) => void): () => void {
    return this.bus.onPulse(PULSES.uiChanged, '*', listener);
  }
}
