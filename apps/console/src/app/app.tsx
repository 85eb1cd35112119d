import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LiveUpdates } from '../live/live-updates.tsx';
import { cspNonce } from './document.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => cspNonce}
    >
      <Notifications position="bottom-right" limit={3} />
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <LiveUpdates>
            <RouterProvider router={router} />
          </LiveUpdates>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
