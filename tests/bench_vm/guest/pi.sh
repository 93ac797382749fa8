set -e
bank=/sys/kernel/config/gpio-sim/pi/bank0
mkdir -p $bank
echo 54 > $bank/num_lines
echo pinctrl-bcm2711 > $bank/label
echo 1 > /sys/kernel/config/gpio-sim/pi/live
{ cat /proc/cpuinfo; printf 'Hardware\t: BCM2711\nRevision\t: c03114\n'; } > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
# A second disk, where there is one, is the state's.
[ ! -b /dev/vdb ] || mount /dev/vdb /var/lib/minuta
