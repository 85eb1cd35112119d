import type { Scene } from './scene.ts';

/** Lets each commit of the ticket service that writes an event take so many seconds longer. */
export async function slowDownCommits(scene: Scene, seconds: number): Promise<void> {
  await scene.sql(`
    create function ticket.commit_slowly() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${seconds}); return null; end $$;
    create constraint trigger commit_slowly after insert on ticket.outbox_queue
      deferrable initially deferred for each row execute function ticket.commit_slowly()`);
}

export async function restoreCommits(scene: Scene): Promise<void> {
  await scene.sql('drop function ticket.commit_slowly() cascade');
}
