// One start of the processes for all tests of two gateways and two ticket processes.
import './replicas/revocation.ts';
