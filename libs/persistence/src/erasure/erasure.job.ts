import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { encodeId, findConversationsOfContact } from '@parley/contracts';
import {
  EventSink,
  inTenant,
  inWorkspace,
  systemContext,
  type Context,
  type ErasedContact,
} from '@parley/runtime/context';
import { ProcedureCaller } from '@parley/runtime/handlers';
import { Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database } from '../transaction/database.ts';
import { isForeignKeyViolation } from '../errors.ts';
import { IdempotencyStore } from '../idempotency/idempotency.store.ts';
import * as queries from './erasures.queries.ts';
import { ServiceErasure, type Erasure, type ErasureStep, type ErasureSteps } from './service-erasure.ts';
import { deleteRows, readWorkspaceTables, type WorkspaceTable } from './workspace-rows.ts';

const MINUTE_MS = 60_000;
/** Pauses before everything is gone through again: earlier requests write for up to 45 s, and events arrive later. */
const REPEAT_AFTER_MS = [MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

interface NamedStep {
  readonly name: string;
  readonly erase: ErasureStep;
}

const named = (steps: ErasureSteps): readonly NamedStep[] =>
  Object.entries(steps).map(([name, erase]) => ({ name, erase }));

/** Erases in batches, in any number of processes: a lock assigns each erasure to one of them. Survives a crash. */
@Injectable()
export class ErasureJob {
  #tables: readonly WorkspaceTable[] | undefined;

  constructor(
    private readonly db: Database,
    private readonly idempotency: IdempotencyStore,
    private readonly modules: ModuleRef,
  ) {}

  @Every('1s', 'erasure.run')
  async run(signal?: AbortSignal): Promise<void> {
    const due = await this.db.system(queries.findDueErasures);
    await runAllTasks(due.map((key) => () => this.#erase(key, signal)));
  }

  async #erase(key: queries.ErasureKey, signal: AbortSignal | undefined): Promise<void> {
    let more = true;
    while (more && signal?.aborted !== true)
      more = await this.#batch(key).catch((error: unknown) => this.#restart(key, error));
  }

  /** Has the next run go through all tables again if work that had begun before wrote a row that refers to a deleted one. */
  async #restart(
    { workspace_id: workspace, type, subject_id: id }: queries.ErasureKey,
    error: unknown,
  ): Promise<never> {
    if (isForeignKeyViolation(error)) {
      const ctx = inWorkspace(systemContext(), encodeId('workspace', workspace));
      const [first] = this.#opened(await this.#steps(type), type);
      await this.db.transaction(ctx, (tx) =>
        tx.query(queries.advanceErasure, [type, id, first?.name ?? null, '', 0]),
      );
    }
    throw error;
  }

  /** Returns whether there may be another batch; not if another process works on it. */
  async #batch({
    workspace_id: workspace,
    type,
    subject_id: subjectId,
  }: queries.ErasureKey): Promise<boolean> {
    const workspaceId = encodeId('workspace', workspace);
    const steps = await this.#steps(type);
    return this.db.transaction(inWorkspace(systemContext(), workspaceId), async (tx) => {
      const row = await tx.one(queries.lockErasure, [type, subjectId]);
      if (row === undefined) return false;
      const { mode, rounds, requested_at: requestedAt, email_hash: emailHash } = row;
      const erasure: Erasure = { type, workspaceId, mode, subjectId, rounds, requestedAt, emailHash };
      // A reset that is repeated has only its record left: what came after it is not to be deleted.
      const [step, following] = type === 'test_data' && rounds > 0 ? [] : this.#left(steps, row, type);
      if (step !== undefined) {
        const batch = await step.erase(tx, erasure, row.continues?.position ?? '');
        if (batch === 'later') return false;
        const { erased, next } = batch;
        const at = next === null ? [following?.name ?? null, ''] : [step.name, next];
        await tx.query(queries.advanceErasure, [type, subjectId, ...at, erased]);
        return true;
      }
      const pauseMs = REPEAT_AFTER_MS[rounds];
      if (pauseMs === undefined) await tx.query(queries.forgetErasure, [type, subjectId]);
      else await tx.query(queries.completeRound, [type, subjectId, pauseMs]);
      return false;
    });
  }

  get #service(): ServiceErasure {
    return this.modules.get<ServiceErasure>(ServiceErasure, { strict: false });
  }

  /**
   * The steps that are left of a round. Where another release has stored how far it is, by a number or by a name that is unknown here, these
   * are all but the opening ones: to erase again is harmless, and to leave out what others have between them is not.
   */
  #left(
    steps: readonly NamedStep[],
    { continues, is_counted: isCounted }: Pick<queries.StoredErasure, 'continues' | 'is_counted'>,
    type: Erasure['type'],
  ): readonly NamedStep[] {
    if (continues === null) return isCounted ? this.#opened(steps, type) : steps;
    if (continues.step === null) return [];
    const at = steps.findIndex(({ name }) => name === continues.step);
    return at < 0 ? this.#opened(steps, type) : steps.slice(at);
  }

  #opened(steps: readonly NamedStep[], type: Erasure['type']): readonly NamedStep[] {
    return steps.slice(Object.keys(this.#service.openingSteps(type)).length);
  }

  async #steps(type: Erasure['type']): Promise<readonly NamedStep[]> {
    this.#tables ??= await readWorkspaceTables(this.db);
    const service = this.#service;
    const first = [service.openingSteps(type), service.steps(type)].flatMap(named);
    const events = this.modules.get<EventSink>(EventSink, { strict: false });
    const eraseEvents: ErasureStep = (tx, erasure, position) => {
      const contact = type === 'contact' ? this.#contactOf(tx.ctx, erasure) : null;
      return events.erase(tx, { ...erasure, contact }, position);
    };
    if (type === 'contact')
      return [...first, ...named({ responses: this.idempotency.eraseContact, events: eraseEvents })];
    const except = new Set([...service.handled, ...(type === 'test_data' ? service.settings : [])]);
    const rows = this.#tables
      .filter(({ name }) => !except.has(name))
      .map((table) => ({ name: `rows of ${table.name}`, erase: deleteRows(table) }));
    const last = type === 'workspace' ? service.lastSteps : {};
    return [...first, ...rows, ...named({ events: eraseEvents, ...last })];
  }

  /** The conversation service knows whose conversations they are, also after the contact was deleted. */
  #contactOf(ctx: Context, { workspaceId, mode, subjectId, requestedAt }: Erasure): ErasedContact {
    const id = encodeId('contact', subjectId);
    const tenant = inTenant(ctx, workspaceId, mode ?? 'live');
    return {
      id,
      writtenBefore: new Date(requestedAt.getTime() + MINUTE_MS),
      conversationsAmong: (ids) =>
        this.modules
          .get<ProcedureCaller>(ProcedureCaller, { strict: false })
          .call(findConversationsOfContact, tenant, { contact_id: id, ids: [...ids] }),
    };
  }
}
