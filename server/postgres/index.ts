export { openCluster, type Cluster } from "./open-cluster";
