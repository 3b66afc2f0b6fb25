module vodkeep/foreign/lal

go 1.24

tool github.com/q191201771/lal/app/lalserver

require (
	github.com/q191201771/lal v0.37.4 // indirect
	github.com/q191201771/naza v0.30.48 // indirect
)
