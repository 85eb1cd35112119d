import { anyWord, defineList, equals } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { SenderRuleRow } from './sender-rule.entity.ts';
import { senderKey } from './sender-rule.rules.ts';

const RULES = Selection.of(SenderRuleRow);

export const findSenderRule = tenantStatement<SenderRuleRow>(
  'sender_rule.find_one',
  `${RULES.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const senderRuleList = defineList<SenderRuleRow>({
  name: 'sender_rule.list',
  rows: RULES,
  sorts: { created_at: 'created_at' },
  filters: {
    action: anyWord('action'),
    sender: equals('sender_key', senderKey),
  },
});

/** The rule of the first of the senders `$3` that has one. */
export const findRuleOfSender = tenantStatement<Pick<SenderRuleRow, 'action'>>(
  'sender_rule.find_of_sender',
  `select action from sender_rule where workspace_id = $1 and mode = $2 and sender_key = any($3::text[])
    order by array_position($3::text[], sender_key) limit 1`,
);

/** Allows a sender whose mail was released, unless it has a rule. */
export const allowReleased = tenantStatement<never>(
  'sender_rule.allow_released',
  `insert into sender_rule (workspace_id, mode, id, version, sender, sender_key, action, origin, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, 'allow', 'released', now(), now())
   on conflict (workspace_id, mode, sender_key) do nothing`,
);
