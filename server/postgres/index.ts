export { grantRights, productAddress } from "./product-role";
export { openCluster, type Cluster } from "./open-cluster";
