import { List } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';

/** How to replace a key without an interruption. */
export function RotationGuide() {
  return (
    <Panel title="Rotate a key without downtime">
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>Create a second key with the same scopes.</List.Item>
        <List.Item>Give it to your program in place of the first one.</List.Item>
        <List.Item>Wait until “Last used” of the first key no longer changes.</List.Item>
        <List.Item>Revoke the first key. Nothing calls the API with it any more.</List.Item>
      </List>
    </Panel>
  );
}
