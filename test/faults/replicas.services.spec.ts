// One start of the processes for all tests of two gateways and two ticket processes.
import './replicas/sla-timer.ts';
import './replicas/topology.ts';
import './replicas/revocation.ts';
