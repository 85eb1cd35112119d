import { Text } from '@mantine/core';
import { StatusBadge } from '../../components/status-badge.tsx';
import classes from './channels.module.css';

const SIMULATIONS = [
  ['sent', 'Sent, and stays so, as with most mail servers'],
  ['bounced', 'Sent, then bounced: the address does not exist'],
  ['bounced-full', 'Sent, then bounced: the mailbox of the recipient is full'],
  ['deferred', 'Queued again and again, for three days'],
  ['mailbox-full', 'Queued again and again: the mailbox of the recipient is full'],
  ['failed', 'Not sent: the address does not exist. A sandbox blocks no address'],
  ['refused', 'Not sent: refused as spam, for example'],
  ['too-large', 'Not sent: larger than the server takes'],
  ['unknown', 'Outcome unknown'],
] as const;

export function SandboxBadge() {
  return <StatusBadge tone="warning">Sandbox: sends nothing</StatusBadge>;
}

/** The addresses that simulate what mail servers do. */
export function SandboxAddresses() {
  return (
    <div>
      <Text size="sm" mb="xs">
        Nothing leaves. The address of the recipient decides what is simulated, at any domain that ends in{' '}
        <code>.sandbox</code>, such as <code>bounced@acme.sandbox</code>:
      </Text>
      <table className={classes.simulations}>
        <thead>
          <tr>
            <th scope="col">Recipient</th>
            <th scope="col">What becomes of the reply</th>
          </tr>
        </thead>
        <tbody>
          {SIMULATIONS.map(([name, outcome]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}@…</code>
              </th>
              <td>{outcome}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Every other address</th>
            <td>Sent, then delivered</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
