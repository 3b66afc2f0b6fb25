import { type LoginOutcome } from '#libs/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A login, or a wrong password. */
@Entity('login_event')
@Index('login_event_by_outcome', ['outcome', 'id'])
export class LoginEventEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' }) id!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') outcome!: LoginOutcome;
  @Column('text') address!: string;
  @Column('text') agent!: string;
}
