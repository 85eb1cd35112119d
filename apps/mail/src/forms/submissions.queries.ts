import type { Mode } from '@parley/contracts';
import { pruneStatement, systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import type { Submission } from './submission.rules.ts';

/** A submission that becomes a message. */
export interface ClaimedSubmission {
  workspace_id: string;
  mode: Mode;
  id: string;
  form_id: string;
  content: Submission;
  is_confirmed: boolean;
  message_id: string;
  conversation_id: string;
  attempts: number;
  created_at: Date;
}

/** A submission whose link was opened. */
export interface LinkedSubmission {
  workspace_id: string;
  mode: Mode;
  id: string;
  form_id: string;
  status: 'waiting' | 'stored' | 'delivered';
}

/** Lets a submission of the same content be one of its own once the time for a repetition, `$5` milliseconds, is over. */
export const forgetContent = tenantStatement<never>(
  'form_submission.forget_content',
  `update form_submission set content_key = null where workspace_id = $1 and mode = $2 and form_id = $3 and content_key = $4
      and created_at < now() - make_interval(secs => $5::double precision / 1000)`,
);

/** The row of the first one if it is a repetition. It is written again, since one that is only looked for may be deleted meanwhile. */
export const insertSubmission = tenantStatement<{ id: string; has_link: boolean }>(
  'form_submission.insert',
  `insert into form_submission (workspace_id, mode, id, form_id, status, content_key, token_hash, content, message_id,
      conversation_id, due_at, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, now(), $11, now())
   on conflict (workspace_id, mode, form_id, content_key) do update set content_key = excluded.content_key
   returning id, token_hash is not null as has_link`,
);

/** A submission by the hash of its token, unless the time of its link is over. */
export const findOfToken = systemStatement<LinkedSubmission>(
  'form_submission.find_of_token',
  'the token in a link is all that is known of its tenant',
  `select workspace_id, mode, id, form_id, status from form_submission
    where token_hash = $1 and (status <> 'waiting' or expires_at > now())`,
);

export const confirmSubmission = tenantStatement<{ id: string }>(
  'form_submission.confirm',
  `update form_submission set status = 'stored', is_confirmed = true, due_at = now(), expires_at = null
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'waiting' and expires_at > now() returning id`,
);

/** Claims up to `$1` due submissions for `$2` milliseconds. */
export const claimSubmissions = systemStatement<ClaimedSubmission>(
  'form_submission.claim',
  'the queue is that of all workspaces',
  `update form_submission s set attempts = s.attempts + 1, due_at = now() + make_interval(secs => $2::double precision / 1000)
     from (select workspace_id, mode, id from form_submission where status = 'stored' and due_at <= now()
            order by due_at limit $1::integer for update skip locked) due
    where s.workspace_id = due.workspace_id and s.mode = due.mode and s.id = due.id
   returning s.workspace_id, s.mode, s.id, s.form_id, s.content, s.is_confirmed, s.message_id, s.conversation_id, s.attempts,
     s.created_at`,
);

/** What is left of a submission that is a message is how a repetition is known, for `$4` milliseconds. */
export const completeSubmission = tenantStatement<never>(
  'form_submission.complete',
  `update form_submission set status = 'delivered', content = null,
          expires_at = now() + make_interval(secs => $4::double precision / 1000)
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'stored'`,
);

export const deleteSubmission = tenantStatement<never>(
  'form_submission.delete',
  `delete from form_submission where workspace_id = $1 and mode = $2 and id = $3 and status = 'stored'`,
);

/** Has a submission tried again in `$4` milliseconds. */
export const retrySubmission = tenantStatement<never>(
  'form_submission.retry',
  `update form_submission set due_at = now() + make_interval(secs => $4::double precision / 1000)
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'stored'`,
);

export const deleteWaitingOfForm = tenantStatement<never>(
  'form_submission.delete_waiting',
  `delete from form_submission where workspace_id = $1 and mode = $2 and form_id = $3 and status = 'waiting'`,
);

/** The next `$4` submissions after `$3` that are no messages yet, of those before `$5`: who was erased may write again. */
export const findPageToErase = workspaceStatement<{ id: string; address: string }>(
  'form_submission.page_to_erase',
  `select id, content ->> 'address' as address from form_submission
    where workspace_id = $1 and mode = $2 and id > $3::uuid and content is not null and created_at < $5
    order by id limit $4::integer`,
);

/** Those of them that are no messages yet, with the mails that would ask for their confirmation. */
export const eraseSubmissions = workspaceStatement<{ id: string }>(
  'form_submission.erase',
  `with erased as (delete from form_submission where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and content is not null
                   returning id),
        unsent as (delete from notice where workspace_id = $1 and id in (select id from erased))
   select id from erased`,
);

export const pruneSubmissions = pruneStatement(
  'form_submission.prune',
  'form_submission',
  'workspace_id, mode, id',
  'expires_at',
);
