import { Text } from '@mantine/core';
import { CopyOnce } from '../../components/copy-once.tsx';
import { CodeBlock } from '../../components/code-block.tsx';

export interface Secrets {
  secret: string;
  signing_secret: string;
}

interface WebhookSecretProps {
  secrets: Secrets | null;
  title: string;
  onClose: () => void;
  /** What is true of the former secret, if there was one. */
  note?: string;
}

const VERIFICATION = `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.SIGNING_SECRET)
  .verify(body, request.headers);`;

export function WebhookSecret({ secrets, title, onClose, note }: WebhookSecretProps) {
  return (
    <CopyOnce
      title={title}
      onClose={onClose}
      warning="Deliveries are signed with it. If it gets lost, rotate the secret of the webhook."
      secrets={
        secrets === null
          ? null
          : [
              { label: 'Signing secret', value: secrets.signing_secret },
              ...(secrets.secret === secrets.signing_secret
                ? []
                : [{ label: 'Secret', value: secrets.secret }]),
            ]
      }
    >
      <Text size="sm">
        Verify every request with the signing secret, by any library of Standard Webhooks.{' '}
        {note !== undefined && note}
      </Text>
      <CodeBlock label="Verification in Node.js" code={VERIFICATION} />
    </CopyOnce>
  );
}
